/** An IPv4 address, or an IPv6 address in brackets. */
const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/

/** Returns whether the browser offers passkeys at this address: it does on HTTPS and localhost, but not at IP addresses. */
export const canUsePasskeys = (): boolean =>
  typeof window !== 'undefined' && 'PublicKeyCredential' in window && !IP_ADDRESS.test(location.hostname)
