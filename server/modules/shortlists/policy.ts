/** Returns whether a shortlist is a member's own; others read it by its link, and can't change it. */
export const isOwnShortlist = ({ ownerId }: { ownerId: string | null }, memberId: string | undefined): boolean =>
  memberId !== undefined && ownerId === memberId
