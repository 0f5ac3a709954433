import { cp, mkdtemp, rm } from 'node:fs/promises'
import { startProgram, startServer } from './production-server.ts'
import { MISSES_SETTINGS, measurePages } from './misses.ts'
const dir = await mkdtemp('/tmp/pb/run-')
await cp('/tmp/pb/data', dir, { recursive: true })
const server = await startProgram("server/main.ts", "/readyz", { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: "/tmp/pb/cc", DATA_DIR: dir, RATE_LIMITS: "off", ...MISSES_SETTINGS }, process.argv.slice(2))
const mem = await server.memory()
const { cold, warm } = await measurePages(server)
const f = (c: any) => `all ${c.all.toFixed(2)} main ${c.rendering.toFixed(2)} v8 ${c.engine.toFixed(2)} zip ${c.compression.toFixed(2)}`
console.log(`start ${mem.toFixed(0)} MB; cold ${f(cold)}; warm ${f(warm)}; then ${(await server.memory()).toFixed(0)} MB`)
await server.stop(); await rm(dir, { recursive: true })
