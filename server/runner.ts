/** The runner: asks the trials of a run in a network of its own, and hands them in. It needs no database. */
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { HELP, readOptions, UsageError } from './runner/options.ts'
import { PlatformUnavailable, TokenRefused } from './runner/platform-client.ts'
import { runUntilDone } from './runner/run-until-done.ts'
import { createTerminal } from './runner/terminal.ts'

const EXIT = { finished: 0, fault: 1, usage: 2, refused: 3, ended: 4, SIGINT: 130, SIGTERM: 143 } as const

/** Trusts the certificates of a file, too, for the platform and for agents. */
function trust(caFile: string): void {
  let pem: string
  try {
    pem = readFileSync(caFile, 'utf8')
  } catch {
    throw new UsageError(`读不到 ${caFile}`)
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new UsageError(`${caFile} 不是PEM证书`)
  setDefaultCACertificates([...getCACertificates('default'), pem])
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (!options) {
    process.stdout.write(HELP)
    return EXIT.finished
  }
  if (options.caFile !== undefined) trust(options.caFile)
  const controller = new AbortController()
  let code: number | undefined
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      code ??= EXIT[name]
      controller.abort()
    })
  const ending = await runUntilDone(options, createTerminal(options), controller.signal)
  return ending === 'stopped' ? (code ?? EXIT.fault) : EXIT[ending]
}

function describeFailure(error: unknown): { code: number; message: string } {
  if (error instanceof UsageError) return { code: EXIT.usage, message: error.message }
  if (error instanceof TokenRefused) return { code: EXIT.refused, message: error.message }
  if (error instanceof PlatformUnavailable) return { code: EXIT.fault, message: `平台连不上：${error.message}` }
  return { code: EXIT.fault, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

const code = await main().catch((error: unknown) => {
  const failure = describeFailure(error)
  process.stderr.write(`${failure.message}\n`)
  return failure.code
})
process.exit(code)
