/**
 * The address that `serve` prints once it listens.
 * @param {import('node:child_process').ChildProcess} serve with both of its outputs as pipes
 * @returns {Promise<string>} rejects with the output when the process ends before that
 */
export function listeningAddress(serve) {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk) => {
      // Both stay drained for as long as the service runs; its end says why it ended.
      output = (output + chunk).slice(-10_000);
      const address = /https?:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address) resolve(address);
    };
    serve.stdout.on('data', read);
    serve.stderr.on('data', read);
    serve.once('close', (code) => reject(new Error(`serve ended with ${code}:\n${output}`)));
  });
}
