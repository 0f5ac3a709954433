import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '#contracts/agents/connection.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { ConnectionCard } from '../connections/connection-card.tsx'
import { judgeModelQuery } from '../connections/connection-queries.ts'
import { type ConnectionTarget, createJudgeTarget } from '../connections/connection-target.ts'
import { RubricDialog } from './rubric-dialog.tsx'

type JudgeModelPartProps = {
  projectId: string
  isFinal: boolean
  onEdit: (edited: { target: ConnectionTarget; connection: Connection | undefined }) => void
}

/** The judge model of a project: its connection, and what it judges by. */
export function JudgeModelPart({ projectId, isFinal, onEdit }: JudgeModelPartProps) {
  const { data, error } = useQuery(judgeModelQuery(projectId))
  const [isEditingRubric, setIsEditingRubric] = useState(false)
  const target = createJudgeTarget(projectId)
  const canChange = !isFinal && (data?.isEnabled ?? false)
  const connection = data?.connection ?? undefined
  return (
    <section aria-label="裁判模型" className="mt-6 border-t border-line pt-5">
      <h3 className="text-lg">裁判模型</h3>
      <p className="mt-1 max-w-[76ch] text-sm text-muted">
        规则查不了的回答，可以交给一个大模型按评分标准判定。先由评委判定一批，两者足够一致之后，它的判定才计入。
      </p>
      <FormError>{error && toErrorMessage(error)}</FormError>
      {data && (
        <div className="mt-4 max-w-xl">
          <ConnectionCard
            target={target}
            connection={connection}
            canChange={canChange}
            onEdit={() => onEdit({ target, connection })}
          >
            <div className="mt-3 border-t border-line pt-3 text-sm">
              <h4 className="font-medium">评分标准</h4>
              <p className="mt-1 line-clamp-4 break-words whitespace-pre-wrap text-muted">
                {data.data.rubric || '没有填写：只按问题、期望的回答与任务自己的标准判定。'}
              </p>
              {!isFinal && (
                <Button variant="outline" className="mt-2 px-4 text-sm" onClick={() => setIsEditingRubric(true)}>
                  修改评分标准
                </Button>
              )}
            </div>
          </ConnectionCard>
        </div>
      )}
      {data && isEditingRubric && (
        <RubricDialog projectId={projectId} judge={data.data} onClose={() => setIsEditingRubric(false)} />
      )}
    </section>
  )
}
