import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A folder that stands beside the checkout, in one of the folders above it; `undefined` where it isn't there. */
export function besideCheckout(folder: string, from = import.meta.dirname): string | undefined {
  const here = join(from, folder)
  if (existsSync(here)) return here
  const above = dirname(from)
  return above === from ? undefined : besideCheckout(folder, above)
}
