/** Two runs beside each other, of one project or of two that copied tasks of a question bank: what changed, task by task. */
import { z } from 'zod'

const TallySchema = z.object({ passed: z.int(), decided: z.int() })
const RunSchema = z.object({
  id: z.string(),
  title: z.string(),
  startedAt: z.iso.datetime(),
  project: z.object({ id: z.string(), name: z.string() }),
})
const SideSchema = z.object({
  name: z.string().describe('当时的名称。'),
  host: z.string().describe('最后一次回复来自的主机；没有回复时为空。'),
  model: z.string().nullable(),
})

export const RunComparisonSchema = z
  .object({
    earlier: RunSchema,
    later: RunSchema,
    changedTasks: z.array(z.string()).describe('两次之间改过的任务，不比较。'),
    otherTasks: z.int().describe('只在一次运行中的任务。'),
    candidates: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        earlier: SideSchema,
        later: SideSchema,
        compared: z.int().describe('两次都有判定的任务。'),
        undecided: z.int().describe('内容相同、但至少一次没有判定的任务。'),
        regressed: z.int(),
        improved: z.int(),
        difference: z.number().nullable().describe('通过率的变化，各任务的平均。'),
        interval: z
          .tuple([z.number(), z.number()])
          .nullable()
          .describe('95%区间：每个任务要么全部通过、要么全部未通过时，按Newcombe 1998的方法10，否则按任务重抽样。'),
        hasOtherDeciders: z.boolean().describe('两次由不同的方式判定：检查、人或裁判模型。'),
        changes: z.array(
          z.object({
            task: z.string(),
            title: z.string(),
            change: z.enum(['regressed', 'improved']),
            earlier: TallySchema,
            later: TallySchema,
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'EvaluationRunComparison' })
export type RunComparison = z.infer<typeof RunComparisonSchema>

/** A run of another project that can be compared. */
export const ComparableRunSchema = RunSchema.extend({ tasks: z.int().describe('内容相同的题库任务。') }).meta({
  id: 'EvaluationComparableRun',
})
export type ComparableRun = z.infer<typeof ComparableRunSchema>
