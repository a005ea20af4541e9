/**
 * Reduces images to the mean colors of square blocks. They are small enough to store, and tolerate rasterizers that
 * differ in the last bit of a pixel. A missing or moved text, icon, or line changes its block far more.
 */
import { PNG } from 'pngjs'

/** The side of a block in pixels at 100 %. */
const blockSide = 16
/** The tolerance for each channel of a block, of 255. */
const tolerance = 3

/** Returns a PNG with one pixel for each block. */
export function blocksOf(png: Uint8Array): Buffer {
  const { width, height, data } = PNG.sync.read(Buffer.from(png))
  const blocks = new PNG({ width: Math.ceil(width / blockSide), height: Math.ceil(height / blockSide) })
  for (let row = 0; row < blocks.height; row += 1) {
    for (let column = 0; column < blocks.width; column += 1) {
      const sums = [0, 0, 0, 0]
      const right = Math.min(width, (column + 1) * blockSide)
      const bottom = Math.min(height, (row + 1) * blockSide)
      for (let y = row * blockSide; y < bottom; y += 1) {
        for (let at = 4 * (y * width + column * blockSide); at < 4 * (y * width + right); at += 1) {
          sums[at % 4] = (sums[at % 4] ?? 0) + (data[at] ?? 0)
        }
      }
      const count = (right - column * blockSide) * (bottom - row * blockSide)
      for (const [channel, sum] of sums.entries()) {
        blocks.data[4 * (row * blocks.width + column) + channel] = Math.round(sum / count)
      }
    }
  }
  return PNG.sync.write(blocks)
}

/** Returns `null` if both show the same, otherwise the difference, for developers. */
export function differenceOfBlocks(before: Buffer, after: Buffer): string | null {
  const [was, is] = [PNG.sync.read(before), PNG.sync.read(after)]
  if (was.width !== is.width || was.height !== is.height) {
    const [wasSize, isSize] = [was, is].map(({ width, height }) => `${width} × ${height}`)
    return `${wasSize} blocks of ${blockSide} pixels became ${isSize}`
  }
  let changed = 0
  for (let at = 0; at < was.data.length; at += 4) {
    const isFar = [0, 1, 2, 3].some((channel) => {
      return Math.abs((was.data[at + channel] ?? 0) - (is.data[at + channel] ?? 0)) > tolerance
    })
    if (isFar) changed += 1
  }
  return changed === 0 ? null : `${changed} of ${was.width * was.height} blocks of ${blockSide} pixels differ`
}
