import type { AppDownload, AppDownloadUpdate, Logo } from '#contracts/branding.ts'
import { ADMIN_API, API, fillPath } from '#contracts/paths.ts'
import type { SettingsPart, SettingsView } from '#contracts/settings.ts'
import type { System } from '#contracts/system.ts'
import { call, callData } from '../../calls/call.ts'
import { upload } from '../../calls/upload.ts'
import type { Values } from './part-changes.ts'

export const SETTINGS_KEY = ['settings']
export const SYSTEM_KEY = ['system']
export const LOGO_KEY = ['logo']
export const APP_DOWNLOAD_KEY = ['app-download']

type Said<Data> = { data: Data; message?: string }

export const readSettings = (): Promise<SettingsView> => callData(ADMIN_API.settings)
export const readSystem = (): Promise<System> => callData(ADMIN_API.system)
export const readLogo = (): Promise<Logo> => callData(API.logo)
export const readAppDownload = (): Promise<AppDownload> => callData(API.appDownload)

/** Saves some of a part's fields over a revision of the part. Throws 412 where there is a newer one. */
export async function savePart(
  part: SettingsPart,
  fields: Values,
  over: number,
): Promise<Said<Values> & { revision: number }> {
  let revision = over
  const reply = await call<Said<Values>>(fillPath(ADMIN_API.settingsPart, { part }), {
    method: 'PUT',
    body: fields,
    headers: { 'if-match': `"${over}"` },
    onHeaders: (headers) => {
      revision = Number(/\d+/.exec(headers.get('etag') ?? '')?.[0] ?? over)
    },
  })
  return { ...reply, revision }
}

export const uploadLogo = (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Logo> =>
  upload(ADMIN_API.logoUpload, { field: 'logo', file, filename: file.name, onProgress, signal })

export const resetLogo = (): Promise<Said<Logo>> => call(ADMIN_API.logoReset, { method: 'POST' })

export const updateAppDownload = (update: AppDownloadUpdate): Promise<Said<AppDownload>> =>
  call(ADMIN_API.appDownloadUpdate, { method: 'PUT', body: update })

export const resetAppDownload = (): Promise<Said<AppDownload>> => call(ADMIN_API.appDownloadReset, { method: 'POST' })
