export { encodeQR } from "qr";
