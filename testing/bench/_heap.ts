import { cp, mkdtemp, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { freePort } from './production-server.ts'
import { setTimeout } from 'node:timers/promises'
import { get, Agent } from 'node:http'
const dir = await mkdtemp('/tmp/pb/run-')
await cp('/tmp/pb/data', dir, { recursive: true })
const port = await freePort()
const child = spawn(process.execPath, ['--import', '/tmp/pb/heap.mjs', '--max-semi-space-size=4', 'server/main.ts'], { stdio: 'inherit', env: { PATH: process.env.PATH!, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dir, RATE_LIMITS: 'off', LOG_LEVEL: 'error', APP_SECRET: 'the secret of a measured catalogue', PROF_OUT: process.env.PROF_OUT! } })
while (!(await fetch(`http://127.0.0.1:${port}/readyz`).then(r => r.ok, () => false))) await setTimeout(50)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const ask = (url: string) => new Promise<void>((res, rej) => get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }, r => { r.resume(); r.on('end', () => res()) }).on('error', rej))
const cats = ['', ...(await import('./products.ts')).CATEGORIES]
const lists = cats.flatMap(category => ['rating','name'].flatMap(sort => ['asc','desc'].map(order => ({ category, sort, order }))))
let n = 0
const run = async (c: number) => { for (let i = 0; i < c; i++) { n++; await ask(`http://127.0.0.1:${port}/products?${new URLSearchParams({ ...lists[n % lists.length], type: `page-${n}` })}`) } }
await run(400)
child.kill('SIGUSR2'); await setTimeout(300)
await run(800)
child.kill('SIGUSR2'); await setTimeout(3000)
child.kill('SIGTERM'); await new Promise(r => child.once('exit', r)); await rm(dir, { recursive: true })
