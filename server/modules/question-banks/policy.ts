/** Who may do what with a question bank: a member with their own, staff with those of the platform, which nobody owns. */

type Bank = { ownerId: string | null }
type OfferedBank = Bank & { publishedVersion: number | null }

/** Returns whether a bank is a member's own, or the platform's if `ownerId` is `null`. */
export const isOwnBank = <Row extends Bank>(bank: Row | undefined, ownerId: string | null): bank is Row =>
  bank?.ownerId === ownerId

/** Returns whether everyone may read and copy a bank. */
export const isPublicBank = <Row extends OfferedBank>(bank: Row | undefined): bank is Row =>
  bank !== undefined && bank.ownerId === null && bank.publishedVersion !== null

/** Returns whether a member may copy tasks of a bank: it is their own or public. */
export const canCopy = <Row extends OfferedBank>(bank: Row | undefined, userId: string): bank is Row =>
  isOwnBank(bank, userId) || isPublicBank(bank)

/** Returns whether a version of a bank may be read: of a public one, those that were published. */
export const canReadVersion = (bank: Bank, version: { publishedAt: string | null }): boolean =>
  bank.ownerId !== null || version.publishedAt !== null
