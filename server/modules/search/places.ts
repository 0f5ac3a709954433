/** Where a product's searched texts stand: a row's number says whose text it is, and which. */

/** More than a product has texts. */
const PLACES = 512

export const NAME = 0
export const NAME_LETTERS = 1
export const REST = 2
export const REST_LETTERS = 3
export const DETAILS = 4
/** The facts in words stand from here on. */
export const FACTS = 5

export const toOrdinal = (number: number, place: number): number => number * PLACES + place
export const getNumber = (ordinal: number): number => Math.floor(ordinal / PLACES)
export const getPlace = (ordinal: number): number => ordinal % PLACES
