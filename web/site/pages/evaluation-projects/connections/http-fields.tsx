import { HTTP_PRESETS } from '#contracts/agents/kinds.ts'
import { AGENTS } from '#contracts/limits.ts'
import { Button } from '../../../components/buttons.tsx'
import { SelectField, TextAreaField } from '../controlled-fields.tsx'
import { PATH_LABELS, type PathName } from './connection-draft.ts'
import { LineField } from './line-field.tsx'
import { ReplyPreview } from './reply-preview.tsx'
import type { ConnectionForm } from './use-connection-form.ts'

const METHODS = ['POST', 'GET', 'PUT'] as const
const isMethod = (value: string): value is (typeof METHODS)[number] => METHODS.some((method) => method === value)

const PATH_HINTS: Partial<Record<PathName, string>> = {
  reply:
    '回复在答复中的位置，如 $.data.answer；整个答复就是一段文字的，填 $。事件流与逐行返回的JSON，逐个取了再连起来。',
}
/** Those that few APIs need. */
const OTHER_PATHS: readonly PathName[] = ['input', 'output', 'cost', 'steps']

/** The request of an API of its own, and where its reply says what. */
export function HttpFields({ form }: { form: ConnectionForm }) {
  const { draft, change, getError } = form
  const changePath = (name: PathName, path: string) => change({ paths: { ...draft.paths, [name]: path } })
  const pathField = (name: PathName, hint = PATH_HINTS[name]) => (
    <LineField
      key={name}
      label={`${PATH_LABELS[name]}的路径`}
      hint={hint}
      isRequired={name === 'reply'}
      isCode
      placeholder={name === 'reply' ? '$.data.answer' : ''}
      value={draft.paths[name]}
      error={getError(`paths.${name}`) ?? (name === 'reply' ? getError('paths') : undefined)}
      onChange={(path) => changePath(name, path)}
    />
  )
  return (
    <div className="space-y-5">
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">从常见的写法开始</legend>
        <div className="flex flex-wrap gap-2">
          {HTTP_PRESETS.map(({ key, label, template, paths }) => (
            <Button
              key={key}
              variant="outline"
              className="px-4 text-sm"
              onClick={() =>
                change({
                  method: template.method,
                  path: template.path,
                  headers: Object.entries(template.headers)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join('\n'),
                  body: template.body,
                  paths: { ...draft.paths, done: '', ...paths },
                })
              }
            >
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <SelectField
          label="方法"
          isRequired
          value={draft.method}
          options={METHODS.map((method) => ({ value: method, label: method }))}
          onChange={(method) => isMethod(method) && change({ method })}
        />
        <LineField
          label="路径"
          hint="接在地址之后。"
          isCode
          value={draft.path}
          error={getError('template.path')}
          onChange={(path) => change({ path })}
        />
      </div>
      <TextAreaField
        label="请求正文"
        hint="{{question}}是问题，{{history}}是之前的对话，{{session}}是会话编号；在JSON中不用加引号。"
        isRequired={draft.method !== 'GET'}
        rows={5}
        maxLength={AGENTS.templateBody}
        value={draft.body}
        error={getError('template.body') ?? getError('template')}
        onChange={(body) => change({ body })}
      />
      <TextAreaField
        label="请求头"
        hint="每行一个，如 Accept: text/event-stream。密钥不要写在这里。"
        rows={2}
        value={draft.headers}
        error={form.fieldErrors.find(({ path }) => path.startsWith('template.headers'))?.message}
        onChange={(headers) => change({ headers })}
      />
      {pathField('reply')}
      <ReplyPreview form={form} />
      <details>
        <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">
          Token、费用与工具的路径
        </summary>
        <div className="grid gap-5 pt-2 sm:grid-cols-2">{OTHER_PATHS.map((name) => pathField(name))}</div>
      </details>
      <details>
        <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">回复不随即返回</summary>
        <div className="grid gap-5 pt-2">
          <LineField
            label="查询的路径"
            hint="提问之后每秒查询一次，直到完成；以 {{task}} 代表任务编号，如 /tasks/{{task}}。"
            isCode
            value={draft.pollPath}
            error={getError('template.poll') ?? getError('template.poll.path')}
            onChange={(pollPath) => change({ pollPath })}
          />
          {pathField('task', '任务编号在第一个答复中的位置，如 $.id。')}
          {pathField('done', "找到真值即为完成，如 $.finished 或 $[?@ == 'completed']；也用来结束事件流。")}
        </div>
      </details>
    </div>
  )
}
