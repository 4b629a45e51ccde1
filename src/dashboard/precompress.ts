import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const deflate = promisify(gzip)
const brotli = promisify(brotliCompress)

/** Lays a `.gz` and a `.br` beside every text file of a folder, so that serving costs no compression. */
export async function precompress(dir: string): Promise<void> {
  for await (const name of glob('**/*.{html,js,css,svg,json,webmanifest}', { cwd: dir })) {
    const file = join(dir, name)
    const bytes = await readFile(file)
    await writeFile(`${file}.gz`, await deflate(bytes, { level: 9 }))
    await writeFile(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}
