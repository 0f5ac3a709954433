/** What replaces a number or an address in a text that is shown to someone who may not see contact data. */
export const BLOTTED = '［联系方式已隐藏］'

const EMAIL = /[\w.%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu
/** Seven digits or more, as people write numbers: blanks, dashes and brackets between them. */
const NUMBER = /\+?[（(]?\p{Nd}(?:[）)（( \t\u00a0.–—-]{0,3}\p{Nd}){6,}/gu
const DAY = /^\d{4}[.-]\d{1,2}[.-]\d{1,2}$/

/**
 * A text without the telephone numbers and e-mail addresses that people write into it. Takes texts of any length;
 * gives what a reader without `contacts:read` sees. A long sum of money goes too: better that than a number shown.
 */
export const withoutContacts = (text: string): string =>
  text.replaceAll(EMAIL, BLOTTED).replaceAll(NUMBER, (found) => (DAY.test(found) ? found : BLOTTED))
