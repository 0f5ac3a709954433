/** Stands for a phone number or an email address that its reader may not see. */
export const REDACTED = '［联系方式已隐藏］'

const EMAIL = /[\w.%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu
/** Seven digits or more, as people write numbers: blanks, dashes and brackets between them. */
const NUMBER = /\+?[（(]?\p{Nd}(?:[）)（( \t\u00a0.–—-]{0,3}\p{Nd}){6,}/gu
const DAY = /^\d{4}[.-]\d{1,2}[.-]\d{1,2}$/

/**
 * Redacts phone numbers and email addresses in a text, for readers without `contacts:read`. Long amounts of money are
 * redacted too: better that than a visible number.
 */
export const redactContacts = (text: string): string =>
  text.replaceAll(EMAIL, REDACTED).replaceAll(NUMBER, (match) => (DAY.test(match) ? match : REDACTED))
