/** Asks one address as fast as it can, from a process of its own, and prints how often a second it was answered. */
import autocannon from 'autocannon'

const [url = '', seconds = '3'] = process.argv.slice(2)
const result = await autocannon({
  url,
  connections: 32,
  duration: Number(seconds),
  headers: { 'accept-encoding': 'gzip, deflate, br' },
})
if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.errors} errors, ${result.non2xx} replies not 200`)
process.stdout.write(JSON.stringify({ perSecond: result['2xx'] / result.duration, replies: result['2xx'] }))
