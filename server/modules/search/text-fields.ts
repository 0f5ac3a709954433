/** The searched fields of a product: a text's ordinal is derived from its product's number and its field. */

/** The maximum number of fields per product. */
const FIELDS_PER_PRODUCT = 512

export const NAME = 0
export const NAME_LETTERS = 1
/** The slogan and the description. */
export const SUMMARY = 2
export const SUMMARY_LETTERS = 3
/** Capabilities, specifications and long texts. */
export const DETAILS = 4
/** The first of the fact texts, each of which is a field. */
export const FIRST_FACT = 5

export const toOrdinal = (productNumber: number, field: number): number => productNumber * FIELDS_PER_PRODUCT + field
export const getProductNumber = (ordinal: number): number => Math.floor(ordinal / FIELDS_PER_PRODUCT)
export const getField = (ordinal: number): number => ordinal % FIELDS_PER_PRODUCT
