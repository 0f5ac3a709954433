import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads a fictional catalogue of uncleaned data as CSV or JSON: quotes, line breaks, emoji, prices in words, no links.
 */
export const readDirtyCatalogue = (format: 'csv' | 'json'): Buffer =>
  readFileSync(join(import.meta.dirname, `dirty-catalogue.${format}`))

export const DIRTY_CATALOGUE_SIZE = 48
