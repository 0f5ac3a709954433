/** An email address that breaks before its domain rather than within it. */
export function EmailAddress({ address }: { address: string }) {
  const domainStart = Math.max(address.lastIndexOf('@'), 0)
  return (
    <>
      {address.slice(0, domainStart)}
      <wbr />
      {address.slice(domainStart)}
    </>
  )
}
