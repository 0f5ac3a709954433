/** What this browser is known by once somebody has signed in here; both fronts share it, and signing out keeps it. */
const DEVICE_KEY = 'zhijian.device'

/** Returns the token of this browser; `undefined` if there is none, or storage is refused. */
export function readDeviceToken(): string | undefined {
  try {
    return localStorage.getItem(DEVICE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function keepDeviceToken(token: string): void {
  try {
    localStorage.setItem(DEVICE_KEY, token)
  } catch {
    // Storage refused: this browser is a new one each time.
  }
}
