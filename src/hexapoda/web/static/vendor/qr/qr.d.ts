// The part of qr that the page uses, for `tsc --checkJs`. Not qr's own declarations.
export function encodeQR(
  text: string, output: "raw", options?: { ecc?: "low" | "medium" | "quartile" | "high"; border?: number },
): boolean[][];
