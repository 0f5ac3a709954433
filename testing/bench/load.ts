/** Requests a URL as fast as possible from a separate process, and prints the replies per second. */
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
