import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads a made-up catalogue that nobody cleaned, as CSV or as JSON: quotes, breaks, emoji, prices in words, no links. */
export const dirtyCatalogue = (format: 'csv' | 'json'): Buffer =>
  readFileSync(join(import.meta.dirname, `dirty-catalogue.${format}`))

export const DIRTY_CATALOGUE_SIZE = 48
