import { expect, it, onTestFinished } from 'vitest'
import { listConversations } from '#contracts/rules/evaluation/task-messages.ts'
import { checkReply } from '#server/modules/evaluation-checks/check-reply.ts'
import { readQuestionBanks } from '../demo/read-question-banks.ts'
import { askAgent } from './ask-agent.ts'
import { type SampleAgentName, startSampleAgent } from './sample-agents.ts'

async function start(name: SampleAgentName) {
  const agent = await startSampleAgent(name)
  onTestFinished(agent.stop)
  return (message: string, history: { role: 'user' | 'assistant'; content: string }[] = []) =>
    askAgent({ kind: 'openai', url: agent.url, model: 'sample' }, { question: { message, history } })
}

it('answers a question of a bank always in the same way, streamed, with tokens', async () => {
  const ask = await start('careful')
  const outcomes = [await ask('去广州出差，住宿标准是每晚多少？'), await ask('去广州出差，住宿标准是每晚多少？')]
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      isAnswered: true,
      answer: { reply: expect.stringContaining('600元'), usage: { input: 16 }, model: 'sample-careful' },
    })
})

it('names the tools that it called', async () => {
  const ask = await start('careful')
  expect(await ask('订单SO-9999是什么状态？')).toMatchObject({
    answer: { steps: [{ name: 'get_order', arguments: '{"order_id":"SO-9999"}' }] },
  })
})

it('answers a conversation by its last message', async () => {
  const ask = await start('careful')
  const [first = '', second = '', third = ''] = [
    '收货地址写成滨河路12号。',
    '不对，改成滨河路21号。',
    '请确认最后的收货地址。',
  ]
  expect(await ask(first)).toMatchObject({ answer: { reply: '好的，您请继续。' } })
  const history = [first, '好的，您请继续。', second, '好的，您请继续。'].map((content, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  }))
  expect(await ask(third, history)).toMatchObject({ answer: { reply: '最后的收货地址是滨河路21号。' } })
})

it('quotes the handbook for other questions, and only the careful one admits gaps', async () => {
  const [careful, hasty] = [await start('careful'), await start('hasty')]
  expect(await careful('合同非标准合同几个工作日内审完')).toMatchObject({
    answer: { reply: expect.stringContaining('《示例公司员工手册》第29条') },
  })
  expect(await careful('月球上能种土豆吗？')).toMatchObject({ answer: { reply: expect.stringContaining('没有找到') } })
  expect(await hasty('月球上能种土豆吗？')).toMatchObject({ answer: { reply: expect.stringContaining('出处') } })
})

it('passes plainly more often if it is careful', async () => {
  const [bank] = await readQuestionBanks()
  const rates: number[] = []
  for (const name of ['careful', 'hasty'] as const) {
    const ask = await start(name)
    const outcomes = await Promise.all(
      (bank?.questions ?? []).map(async ({ task }) => {
        const outcome = await ask(listConversations(task)[0]?.[0] ?? '')
        const reply = outcome.isAnswered ? outcome.answer.reply : ''
        return checkReply({ reply, steps: [], checks: task.checks, threshold: task.threshold }).isPassed
      }),
    )
    rates.push(outcomes.filter(Boolean).length / outcomes.length)
  }
  const [careful = 0, hasty = 1] = rates
  expect(careful).toBeGreaterThan(0.85)
  expect(hasty).toBeLessThan(0.7)
})
