import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Every TypeScript source below the folders, relative to the repository, `/` between its parts, sorted. */
export function sourceFiles(folders: readonly string[]): string[] {
  return filesBelow(folders, /\.tsx?$/)
}

/** Every file below the folders whose name fits; built and installed files aside. */
export function filesBelow(folders: readonly string[], name: RegExp): string[] {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => name.test(path) && !/(^|\/)(node_modules|dist|\.git|data|coverage)\//.test(path))
    .sort()
}

export const readSource = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
