import { Readable } from 'node:stream'
import type { Credentials } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { formatMinuteInShanghai, toDay } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService, SessionUser } from '#server/modules/identity/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { streamZip } from '#server/platform/files/zip-stream.ts'
import type { AccountDataCategory, DataOwner, OwnDataFile } from './account-data.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  identity: Pick<IdentityService, 'accounts' | 'requireCredentials'>
  accountData: readonly AccountDataCategory[]
}

const AUDIT_ACTION = 'data.export'

/** Creates the function by which users get a copy of everything that is stored about them (decision 063). */
export function createExportOwnData({ database, clock, audit, identity, accountData }: Dependencies) {
  /** Lists the files of the copy; those with contents are opened only when they are written. */
  async function listFiles(owner: DataOwner): Promise<OwnDataFile[]> {
    const files: OwnDataFile[] = []
    const withheld: string[] = []
    for (const { copy } of accountData)
      if (typeof copy === 'function') files.push(...(await copy(owner)))
      else withheld.push(copy.withheld)
    return [createReadme(files, { owner, withheld, now: clock.now() }), ...files]
  }

  /**
   * Returns the user's own data as a streamed ZIP archive; the export is audited. Throws `invalid` on `password` or
   * `code` if it is wrong, `tooManyRequests` after too many wrong ones.
   */
  return async function exportOwnData(credentials: Credentials, user: SessionUser) {
    await identity.requireCredentials(user, credentials, { action: AUDIT_ACTION })
    const account = await identity.accounts.find(database.read, user.id)
    if (!account) throw notFound(MESSAGES.userNotFound)
    const verifiedEmail = account.emailVerifiedAt === null ? undefined : account.email
    const files = await listFiles({ ...user, verifiedEmail })
    await database.write((transaction) =>
      audit.record(transaction, { actor: user, action: AUDIT_ACTION, target: user.name, detail: '本人的数据' }),
    )
    return {
      bytes: streamZip(files),
      mimetype: 'application/zip',
      extension: 'zip',
      name: `我的数据-${toDay(clock.now())}`,
    }
  }
}

type ReadmeContext = { owner: DataOwner; withheld: readonly string[]; now: Date }

/** Returns the text file that explains the others. Line ends are for Windows' editor, too. */
function createReadme(files: readonly OwnDataFile[], { owner, withheld, now }: ReadmeContext): OwnDataFile {
  const described = files.filter(({ description }) => description !== undefined)
  const attachmentCount = files.length - described.length
  const lines = [
    `${owner.name}（${owner.email}）的数据，${formatMinuteInShanghai(now)}导出（北京时间）。`,
    'JSON文件中的时间为协调世界时（UTC），表格中的时间为北京时间。',
    '',
    '包含：',
    ...described.map(({ name, description }) => `· ${name}：${description}`),
    ...(attachmentCount > 0 ? [`· 另有${attachmentCount}个上传的文件；内容为空的，服务器上已没有这个文件。`] : []),
    ...(owner.verifiedEmail === undefined
      ? ['', '邮箱尚未验证：用这个邮箱提交的产品、咨询与收到的邮件，验证邮箱后才会包含在内。']
      : []),
    '',
    '不包含：',
    ...withheld.map((reason) => `· ${reason}`),
  ]
  const text = `${lines.join('\r\n')}\r\n`
  return { name: '说明.txt', open: async () => ({ stream: Readable.from([Buffer.from(text)]) }) }
}
