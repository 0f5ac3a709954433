/** A catalogue as somebody else wrote it, which stands beside the checkout, in `shared/data`, and is no part of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { besideCheckout } from './beside-checkout.ts'

const FOLDER = 'shared/data'
const folder = besideCheckout(FOLDER)

export const hasRealCatalogue = folder !== undefined
/** What a test that needs it says where it isn't there. */
export const REAL_CATALOGUE_MISSING = folder ? '' : ` (skipped: no ${FOLDER} above the checkout)`

/** 476 products, nobody cleaned them; the same in both formats. Empty where it isn't there. */
export const realCatalogue = (format: 'csv' | 'json'): Buffer =>
  folder ? readFileSync(join(folder, `agents-real.${format}`)) : Buffer.alloc(0)
