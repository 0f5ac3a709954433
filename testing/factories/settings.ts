import { onTestFinished } from 'vitest'
import type { SecuritySettings } from '#contracts/settings/settings.ts'
import type { TestApp } from '../test-app.ts'

/** Saves security settings for the running test. The default settings are restored when it ends, even if it fails. */
export async function saveSecurityForTest(
  { database, services }: TestApp,
  settings: Partial<SecuritySettings>,
): Promise<void> {
  const save = (value: Partial<SecuritySettings>) =>
    database.write((transaction) => services.settings.save(transaction, 'security', value))
  onTestFinished(() => save({}))
  await save(settings)
}
