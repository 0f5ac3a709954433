/** A submitted sign-in name: an email address or its local part, in lower case. */
export type LoginName = { name: string; localPart: string; isAddress: boolean }

export function parseLoginName(input: string): LoginName {
  const name = input.trim().toLowerCase()
  const index = name.lastIndexOf('@')
  return index === -1
    ? { name, localPart: name, isAddress: false }
    : { name, localPart: name.slice(0, index), isAddress: true }
}
