/** Stands for a phone number or an email address that its reader may not see. */
export const REDACTED = '［联系方式已隐藏］'

const EMAIL = /[\w.%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu
/** Seven digits or more, as people write numbers: blanks, dashes and brackets between them. */
const NUMBER = /\+?[（(]?\p{Nd}(?:[）)（( \t\u00a0.–—-]{0,3}\p{Nd}){6,}/gu
/** The number of a record, which may be digits for long stretches. */
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/
const UUID_OR_NUMBER = new RegExp(`${UUID.source}|${NUMBER.source}`, 'giu')
const DAY = /^\d{4}[.-]\d{1,2}[.-]\d{1,2}$/

/**
 * Redacts phone numbers and email addresses in a text, for readers without `contacts:read`. Long amounts of money are
 * redacted too: better that than a visible number.
 */
export const redactContacts = (text: string): string =>
  text
    .replaceAll(EMAIL, REDACTED)
    .replaceAll(UUID_OR_NUMBER, (match) => (DAY.test(match) || /^[\da-f-]{36}$/i.test(match) ? match : REDACTED))
