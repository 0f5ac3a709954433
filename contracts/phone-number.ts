import { TEXT } from './limits.ts'
import { toNfkc } from './rules/normalize-text.ts'
import { withoutInvisibleCharacters } from './rules/single-line.ts'
import { storedText } from './stored-text.ts'

const PHONE_NUMBER_INVALID = '请输入有效的联系电话'

/** Digits with common separators, and an extension: `010-6552 9988转801`, `+1 (415) 555-2671 ext. 12`. */
const PHONE = /^(?<number>\+?[\d(][\d\s().–—-]*)(?:(?:[,;]?\s*(?:转|分机|ext\.?|x|#))\s*\d{1,6})?$/i
/** The number of digits: a landline without area code has 7; an international number has `00` and 15 digits (E.164). */
const PHONE_DIGITS = { min: 7, max: 17 } as const
/** A Chinese service number, such as 95588, 951688 or 12345. */
const HOTLINE = /^(?:9[56]\d{3,4}|1[0-2]\d{3})$/

function isPhoneNumber(input: string): boolean {
  const digits = PHONE.exec(input)?.groups?.number?.replaceAll(/\D/g, '') ?? ''
  return HOTLINE.test(digits) || (digits.length >= PHONE_DIGITS.min && digits.length <= PHONE_DIGITS.max)
}

/**
 * Returns the schema of a phone number of any country, as users enter it; full-width digits and marks are normalized
 * (NFKC), and invisible characters removed. Takes the message for an empty number.
 */
export const phoneNumber = (empty: string) =>
  storedText(empty)
    .overwrite(withoutInvisibleCharacters)
    .overwrite(toNfkc)
    .trim()
    .min(1, { error: empty, abort: true })
    .max(TEXT.word, { error: PHONE_NUMBER_INVALID, abort: true })
    .refine(isPhoneNumber, PHONE_NUMBER_INVALID)

/** Returns the schema of a phone number that may be ''. */
export const optionalPhoneNumber = () =>
  storedText()
    .overwrite(withoutInvisibleCharacters)
    .overwrite(toNfkc)
    .trim()
    .max(TEXT.word, { error: PHONE_NUMBER_INVALID, abort: true })
    .refine((input) => input === '' || isPhoneNumber(input), PHONE_NUMBER_INVALID)
