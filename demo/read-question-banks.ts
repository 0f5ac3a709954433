/** Reads the sample question banks, with a right and a wrong reply to each of their tasks. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Task, TaskSchema } from '#contracts/evaluation-projects/task.ts'
import { BANK_DETAILS, type BankDetails } from '#contracts/question-banks/bank.ts'

const FOLDER = join(import.meta.dirname, 'question-banks')

/** The files, in the order in which the banks are listed. */
const FILES = [
  'knowledge-base.json',
  'customer-service.json',
  'tools-and-numbers.json',
  'safety.json',
  'prompt-injection.json',
] as const

/** A reply with the tools that were called for it. */
const SampleReplySchema = z.union([
  z.string().transform((reply) => ({ reply, steps: [] })),
  z.strictObject({
    reply: z.string(),
    steps: z.array(z.strictObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })),
  }),
])
export type SampleReply = z.infer<typeof SampleReplySchema>

const BankFileSchema = z.strictObject({
  ...BANK_DETAILS,
  id: z.uuid(),
  material: z.strictObject({ name: z.string(), file: z.string() }).optional(),
  questions: z.array(z.looseObject({ right: SampleReplySchema, wrong: SampleReplySchema })),
})

/** A task with a reply that passes its checks, and one that fails them. */
export type SampleQuestion = { task: Task; right: SampleReply; wrong: SampleReply }
type SampleQuestionBank = BankDetails & {
  id: string
  material: { name: string; text: string } | null
  questions: SampleQuestion[]
}

/** Returns the sample banks. Throws if a file is invalid. */
export const readQuestionBanks = (): Promise<SampleQuestionBank[]> => Promise.all(FILES.map(readBank))

async function readBank(file: string): Promise<SampleQuestionBank> {
  const { material, questions, ...bank } = BankFileSchema.parse(JSON.parse(await readText(file)))
  return {
    ...bank,
    material: material ? { name: material.name, text: await readText(material.file) } : null,
    questions: questions.map(({ right, wrong, ...task }) => ({ task: TaskSchema.parse(task), right, wrong })),
  }
}

const readText = (file: string): Promise<string> => readFile(join(FOLDER, file), 'utf8')
