/** Identifies this browser after a sign-in. Both fronts share it, and it is retained after signing out. */
const DEVICE_KEY = 'zhijian.device'

/** Returns this browser's token; `undefined` if there is none, or storage is unavailable. */
export function readDeviceToken(): string | undefined {
  try {
    return localStorage.getItem(DEVICE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function storeDeviceToken(token: string): void {
  try {
    localStorage.setItem(DEVICE_KEY, token)
  } catch {
    // Storage is unavailable: this browser counts as a new one each time.
  }
}

/** Forgets this browser's token, which is useless once its account is closed. */
export function removeDeviceToken(): void {
  try {
    localStorage.removeItem(DEVICE_KEY)
  } catch {
    // Storage is unavailable, so nothing is stored.
  }
}
