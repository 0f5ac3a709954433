import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '#contracts/agents/connection.ts'
import { AGENT_MESSAGES } from '#contracts/agents/messages.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { JudgeModelPart } from '../judge-model/judge-model-part.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { connectionsQuery } from './connection-queries.ts'
import { type ConnectionTarget, createCandidateTarget } from './connection-target.ts'

type Edited = { target: ConnectionTarget; connection: Connection | undefined }

/** The connections of a project's candidates, one card each. */
export function ConnectionsSection({ project }: { project: ProjectView }) {
  const { id, setup, status } = project
  const query = useQuery(connectionsQuery(id))
  const [edited, setEdited] = useState<Edited | null>(null)
  const isFinal = status === 'final'
  return (
    <section aria-label="智能体连接" className="card min-w-0 p-5">
      <h2 className="text-xl">智能体连接</h2>
      <p className="mt-1 max-w-[76ch] text-sm text-muted">
        填写各候选的接口，平台就能向它们提问。密钥加密保存，只发往填写时的服务器；连接只有负责人、共同所有人与秘书看得到，评委与读者都看不到。
      </p>
      {query.error && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.isEnabled === false && <p className="mt-3 text-sm">{AGENT_MESSAGES.disabled}</p>}
      {setup.candidates.length === 0 && <p className="mt-4 text-muted">添加候选之后可以连接。</p>}
      {query.data && (
        <ul className="mt-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {setup.candidates.map((candidate) => {
            const connection = query.data.data.find((item) => item.candidate === candidate.key)
            const target = createCandidateTarget(id, candidate)
            return (
              <li key={candidate.key} className="min-w-0">
                <ConnectionCard
                  target={target}
                  connection={connection}
                  canChange={!isFinal && query.data.isEnabled}
                  onEdit={() => setEdited({ target, connection })}
                />
              </li>
            )
          })}
        </ul>
      )}
      {query.data && <JudgeModelPart projectId={id} isFinal={isFinal} onEdit={setEdited} />}
      {edited && (
        <ConnectionDialog
          key={edited.target.key}
          target={edited.target}
          connection={edited.connection}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

const LoadError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div role="alert" className="mt-4 flex flex-wrap items-center gap-3">
    <p className="text-danger">{toErrorMessage(error, '加载连接失败')}</p>
    <Button variant="outline" onClick={onRetry}>
      重试
    </Button>
  </div>
)
