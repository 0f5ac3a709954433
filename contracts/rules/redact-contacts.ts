/** Replaces a phone number or an email address that the reader may not see. */
export const REDACTED = '［联系方式已隐藏］'

const EMAIL = /[\w.%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu
/** Seven or more digits with common separators: spaces, dashes and brackets. */
const NUMBER = /\+?[（(]?\p{Nd}(?:[）)（( \t\u00a0.–—-]{0,3}\p{Nd}){6,}/gu
/** The id of a record, which may contain long runs of digits. */
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/
const UUID_OR_NUMBER = new RegExp(`${UUID.source}|${NUMBER.source}`, 'giu')
const DAY = /^\d{4}[.-]\d{1,2}[.-]\d{1,2}$/

/**
 * Redacts phone numbers and email addresses in a text, for readers without `contacts:read`. Large amounts of money are
 * redacted too, rather than risking a visible number.
 */
export const redactContacts = (text: string): string =>
  text
    .replaceAll(EMAIL, REDACTED)
    .replaceAll(UUID_OR_NUMBER, (match) => (DAY.test(match) || /^[\da-f-]{36}$/i.test(match) ? match : REDACTED))
