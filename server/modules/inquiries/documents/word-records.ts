/** The records of an inquiry as Word documents: of its opening, and of what was clarified. */
import { INQUIRY_DOCUMENT_LABELS, type InquiryDocument } from '#contracts/inquiries/statuses.ts'
import { describeAbsence } from '#contracts/rules/inquiries/describe-absence.ts'
import { formatSecondInShanghai } from '#contracts/rules/shanghai-time.ts'
import {
  createWordFacts,
  createWordHeading,
  createWordParagraph,
  createWordSignatures,
  createWordTable,
  createWordTitle,
  type WordPart,
  writeWordDocument,
} from '#server/platform/tables/word-parts.ts'
import { isHandedIn, isToldOfChanges } from '../policy.ts'
import type { InquiryRecord, RecordedInvitation } from './record.ts'

const formatTime = (time: string | null): string => (time === null ? '—' : formatSecondInShanghai(new Date(time)))

function writeRecord(record: InquiryRecord, document: InquiryDocument, parts: readonly WordPart[]): Promise<Buffer> {
  const { title } = record.contents
  const label = INQUIRY_DOCUMENT_LABELS[document]
  return writeWordDocument({
    title: `${title} ${label}`,
    header: `${title}　${label}　编号：${record.id}`,
    children: [createWordTitle(label), ...parts],
  })
}

const listCommonFacts = ({ id, contents, publishedAt, deadline, versions }: InquiryRecord) =>
  [
    ['征询', contents.title],
    ['编号', id],
    ['发出时间', formatTime(publishedAt)],
    ['截止时间', formatTime(deadline)],
    ['版本', versions.length > 1 ? `第1版至第${versions.length}版，补遗${versions.length - 1}份` : '第1版，没有补遗'],
  ] as const

const createOptionalTable = (
  rows: readonly (readonly string[])[],
  { titles, percents, empty }: { titles: readonly string[]; percents: readonly number[]; empty: string },
): WordPart => (rows.length === 0 ? createWordParagraph(empty) : createWordTable(titles, rows, { percents }))

const numberRows = (rows: readonly (readonly string[])[]) => rows.map((row, index) => [String(index + 1), ...row])

/** Returns the record of the opening: who opened when, what had been handed in with its hashes, and who had nothing. */
export function writeOpeningRecord(record: InquiryRecord): Promise<Buffer> {
  const { confirmations, openedAt, invitations } = record
  const handedIn = invitations.filter(isHandedIn)
  const absent = invitations.filter((invitation) => !isHandedIn(invitation))
  return writeRecord(record, 'opening', [
    createWordFacts([
      ...listCommonFacts(record),
      ['开启时间', formatTime(openedAt)],
      ['开启人', confirmations.map(({ name, at }) => `${name}，${formatTime(at)}确认`).join('\n')],
      ['第二位确认人', describeSecondOpener(record)],
      ...record.replacements.map(
        ({ from, to, reason, by, at }) =>
          ['更换确认人', `${by}于${formatTime(at)}由${from}更换为${to}，原因：${reason}`] as const,
      ),
      ['提交情况', `邀请${invitations.length}个邮箱，截止前提交${handedIn.length}份`],
    ]),
    createWordParagraph(
      '时间均为北京时间，以服务器的时钟为准。截止并开启之前，回答、报价与文件以本征询的密钥加密，询问人、其他厂商与平台的工作人员都不能查看；开启之后，厂商不能再修改或撤回。',
    ),
    createWordHeading('一、已提交的回答'),
    createOptionalTable(numberRows(handedIn.map((invitation) => listHandedIn(invitation))), {
      titles: ['序号', '产品', '厂商邮箱', '提交时间', '版本', 'SHA-256'],
      percents: [7, 19, 20, 14, 9, 31],
      empty: '没有厂商在截止前提交回答。',
    }),
    createWordHeading('二、没有提交的'),
    createOptionalTable(
      numberRows(
        absent.map(({ productName, email, status, statusAt, withdrawnAt }) => [
          productName,
          email,
          describeAbsence({ status, isWithdrawn: withdrawnAt !== null }),
          formatTime(statusAt),
        ]),
      ),
      {
        titles: ['序号', '产品', '厂商邮箱', '情况', '时间'],
        percents: [7, 23, 26, 28, 16],
        empty: '受邀的厂商都提交了回答。',
      },
    ),
    createWordHeading('三、核对'),
    createWordParagraph(
      'SHA-256取自所提交内容的规范JSON（RFC 8785），其中有一个随机数，开启之前不能由它猜出回答。它与厂商提交时收到的回执一致，说明开启的就是所提交的。',
    ),
    createWordHeading('四、签字'),
    createWordSignatures([
      ...confirmations.map(({ name }) => ['开启人', name] as const),
      ['监督人', ''],
      ['记录人', ''],
    ]),
  ])
}

const listHandedIn = (invitation: RecordedInvitation): string[] => {
  const { productName, email, submittedAt, submittedVersion, submissionHash } = invitation
  return [productName, email, formatTime(submittedAt), `第${submittedVersion ?? 1}版`, submissionHash ?? '']
}

function describeSecondOpener({ secondOpener, confirmations }: InquiryRecord): string {
  if (secondOpener === '') return '没有要求，由询问人一人开启'
  return confirmations.length > 1 ? `${secondOpener}，已确认` : `${secondOpener}，账号已不可用，由询问人一人开启`
}

/** Returns the record of clarifications: what vendors asked, without who, the addenda, and who has confirmed which. */
export function writeClarificationRecord(record: InquiryRecord): Promise<Buffer> {
  const { clarifications, versions } = record
  const answered = clarifications.filter(({ answeredAt }) => answeredAt !== null).length
  return writeRecord(record, 'clarifications', [
    createWordFacts([...listCommonFacts(record), ['澄清', `提问${clarifications.length}条，已答复${answered}条`]]),
    createWordParagraph('时间均为北京时间。答复发给所有受邀的厂商，不说明是谁问的，本记录也不列出。'),
    createWordHeading('一、提问与答复'),
    createOptionalTable(
      numberRows(
        clarifications.map(({ question, askedAt, answer, answeredAt }) => [
          `${question}\n（${formatTime(askedAt)}）`,
          answeredAt === null ? '没有答复' : `${answer}\n（${formatTime(answeredAt)}）`,
        ]),
      ),
      { titles: ['序号', '提问', '答复'], percents: [8, 42, 50], empty: '没有厂商提问。' },
    ),
    createWordHeading('二、补遗'),
    createOptionalTable(listAddenda(versions), {
      titles: ['版本', '发出时间', '截止时间', '说明', '增加的问题'],
      percents: [9, 15, 15, 36, 25],
      empty: '没有补遗。',
    }),
    createWordHeading('三、各版本的确认'),
    createWordParagraph('厂商在提交回答时确认当时的版本；补遗发出之后须再提交一次，才算确认了补遗。'),
    createWordTable(['版本', '已确认的', '没有确认的'], listVersionConfirmations(record), { percents: [12, 44, 44] }),
    createWordHeading('四、签字'),
    createWordSignatures([
      ['答复人', ''],
      ['记录人', ''],
    ]),
  ])
}

function listAddenda(versions: InquiryRecord['versions']): string[][] {
  return versions.slice(1).map(({ version, createdAt, deadline, note, questions }, index) => {
    const earlier = new Set(versions[index]?.questions.map(({ key }) => key))
    const added = questions.filter(({ key }) => !earlier.has(key)).map(({ title }) => title)
    return [`第${version}版`, formatTime(createdAt), formatTime(deadline), note, added.join('\n') || '—']
  })
}

const listVersionConfirmations = ({ versions, invitations }: InquiryRecord): string[][] => {
  const asked = invitations.filter(isToldOfChanges)
  const isShared = ({ id, product }: RecordedInvitation) =>
    asked.some((other) => other.product === product && other.id !== id)
  const join = (named: readonly RecordedInvitation[]) =>
    named
      .map((invitation) => [invitation.productName, ...(isShared(invitation) ? [invitation.email] : [])].join('，'))
      .join('\n') || '—'
  return versions.map(({ version }) => [
    `第${version}版`,
    join(asked.filter((invitation) => (invitation.submittedVersion ?? 0) >= version)),
    join(asked.filter((invitation) => (invitation.submittedVersion ?? 0) < version)),
  ])
}
