// The part of gifenc that the page uses, for `tsc --checkJs`. Not gifenc's own declarations.
export type Palette = number[][];
export function quantize(rgba: Uint8ClampedArray, colors: number): Palette;
export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
export function GIFEncoder(): {
  writeFrame(
    index: Uint8Array, width: number, height: number,
    options?: { palette?: Palette; delay?: number; repeat?: number; transparent?: boolean; transparentIndex?: number; dispose?: number },
  ): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
  bytesView(): Uint8Array<ArrayBuffer>;
};
