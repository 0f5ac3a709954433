/** What someone typed to sign in: an address, or the part before its `@`, in any letter case. */
export type LoginName = { name: string; localPart: string; isAddress: boolean }

export function loginName(typed: string): LoginName {
  const name = typed.trim().toLowerCase()
  const at = name.lastIndexOf('@')
  return at === -1
    ? { name, localPart: name, isAddress: false }
    : { name, localPart: name.slice(0, at), isAddress: true }
}
