import { type FormEvent, useId, useState } from 'react'
import { projectReadingCalls } from '#contracts/evaluation-projects/calls.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { type Verification, verifyReport } from '#contracts/rules/evaluation/verify-report.ts'
import { call } from '../../../shared/call.ts'
import { failureMessage, isReadFailure } from '../../../shared/read-failure.ts'
import type { SitePage } from '../../page.ts'
import { Button } from '../../parts/buttons.tsx'
import { PageTitle, Section } from '../../parts/section.tsx'

const LEAD = '核对一份评估报告是否由本平台签发、此后有没有改动。核对在浏览器里完成，文件不会上传。'

export const page: SitePage<'verifyReport'> = {
  queries: () => [],
  head: () => ({ description: LEAD }),
  Component: VerifyPage,
}

const RESULTS: Record<Verification, { title: string; text: string }> = {
  unchanged: { title: '未改动', text: '由本平台签发，内容与签发时完全一致。' },
  changed: { title: '已改动', text: '内容与签发时的哈希不符，签发之后有人改过。' },
  'not-ours': { title: '非本平台签发', text: '签名不是本平台的密钥所签。' },
}

type Outcome = { kind: 'result'; result: Verification } | { kind: 'problem'; message: string }

function VerifyPage() {
  const id = useId()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function check(read: () => Promise<unknown>) {
    setIsBusy(true)
    setOutcome(null)
    try {
      setOutcome({ kind: 'result', result: await verify(await read()) })
    } catch (error) {
      setOutcome({ kind: 'problem', message: describeProblem(error) })
    } finally {
      setIsBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reportId = toReportId(String(new FormData(event.currentTarget).get('report') ?? ''))
    if (reportId === '') setOutcome({ kind: 'problem', message: '请填写报告编号或链接' })
    else void check(() => readReport(reportId))
  }

  return (
    <>
      <PageTitle title={SITE_PAGES.verifyReport.title} subtitle={LEAD} />
      <Section>
        <div className="grid gap-6 md:grid-cols-2">
          <form onSubmit={onSubmit} className="card p-5 md:p-7">
            <label htmlFor={`${id}-report`} className="text-lg font-semibold">
              按编号核验
            </label>
            <input
              id={`${id}-report`}
              name="report"
              placeholder="报告编号或链接"
              autoComplete="off"
              className="mt-3 block min-h-11 w-full rounded-lg border border-control bg-surface px-3"
            />
            <Button type="submit" className="mt-4" isBusy={isBusy}>
              核验
            </Button>
          </form>
          <div className="card p-5 md:p-7">
            <label htmlFor={`${id}-file`} className="text-lg font-semibold">
              按文件核验
            </label>
            <p className="mt-1 text-sm text-muted">从报告页下载的JSON文件。</p>
            <input
              id={`${id}-file`}
              type="file"
              accept="application/json,.json"
              className="mt-3 block min-h-11 w-full"
              onChange={({ target }) => {
                const file = target.files?.[0]
                if (file) void check(async () => parseReport(await file.text()))
                // The same file, changed, can be chosen again.
                target.value = ''
              }}
            />
          </div>
        </div>
        <div role="status" className="mt-6">
          {outcome && <OutcomeNotice outcome={outcome} />}
        </div>
      </Section>
    </>
  )
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  const { title, text } =
    outcome.kind === 'result' ? RESULTS[outcome.result] : { title: '无法核验', text: outcome.message }
  const isFine = outcome.kind === 'result' && outcome.result === 'unchanged'
  return (
    <div className={`card border-l-4 p-5 ${isFine ? 'border-l-indigo' : 'border-l-cinnabar'}`}>
      <p className={`text-2xl font-semibold ${isFine ? 'text-indigo' : 'text-cinnabar'}`}>{title}</p>
      <p className="mt-1">{text}</p>
    </div>
  )
}

/** Returns the id in what was typed: an id, or the address of a report. */
const toReportId = (typed: string): string =>
  typed
    .trim()
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean)
    .pop() ?? ''

async function readReport(reportId: string): Promise<unknown> {
  const { data } = await call(projectReadingCalls.report, { params: { reportId } })
  return { data: data.data, hash: data.hash, signature: data.signature, keyId: data.keyId }
}

const NOT_JSON = '文件不是JSON格式，请使用从报告页下载的文件'

function parseReport(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw { status: 0, message: NOT_JSON }
  }
}

async function verify(report: unknown): Promise<Verification> {
  const { keys } = await call(projectReadingCalls.keys)
  return verifyReport(report, keys)
}

const describeProblem = (error: unknown): string =>
  isReadFailure(error)
    ? failureMessage(error, SITE_MESSAGES.callFailed)
    : '这个浏览器不支持Ed25519签名，请换用新版浏览器'
