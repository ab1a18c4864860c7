export { GIFEncoder, applyPalette, quantize } from "gifenc";
