/** Longer than the work takes as a rule. */
const REPLY_MS = 300

/** Does the work and comes back no sooner than always: how long it took tells nobody whether there is such an account. */
export async function answeredAlike(work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), new Promise((resolve) => setTimeout(resolve, REPLY_MS))])
}
