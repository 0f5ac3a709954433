import { execFileSync } from 'node:child_process'

/** Builds the site once for all workers, where its sources have changed. */
export default function buildSite(): void {
  execFileSync(process.execPath, ['web/build.ts', '--if-needed'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
