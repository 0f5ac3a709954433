/** The project's own modules and what they import, for tests of the import graph. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Returns the sources of modules by their paths: of single ones, and of all in a folder. */
export const readModules = (paths: readonly string[]): Map<string, string> =>
  new Map(
    paths
      .flatMap((path) =>
        path.endsWith('.ts')
          ? path
          : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' }).map((file) => posix.join(path, file)),
      )
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  )

/** Returns the path of a local module by what an import of a file names, such as `./page.ts` or `#contracts/paths.ts`. */
export const resolveImport = (file: string, source: string): string =>
  source.startsWith('#') ? source.slice(1) : posix.join(posix.dirname(file), source)
