/**
 * Returns whether somebody may see the progress of a submission: who knows its receipt and the contact's email address,
 * in any letter case.
 */
export const canSeeProgress = <Row extends { contactEmail: string }>(
  submission: Row | undefined,
  contactEmail: string,
): submission is Row => submission?.contactEmail.toLowerCase() === contactEmail.toLowerCase()
