/** Whether a typed text is a full http or https address with a host that could be a site's. */
export function isWebAddress(typed: string): boolean {
  if (!/^https?:\/\//i.test(typed) || /\s/.test(typed)) return false
  const url = URL.parse(typed)
  return url !== null && url.username === '' && url.password === '' && url.hostname.includes('.')
}
