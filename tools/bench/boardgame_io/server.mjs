// A plain boardgame.io server; for each line on standard input it tells the CPU time it has used.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { game } from './game.mjs';

const require = createRequire(import.meta.url);
const { Server } = require('boardgame.io/server');

console.info = console.log = () => {};
const tell = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

const server = Server({ games: [game], origins: ['*'] });
const { appServer } = await server.run({ port: 0 });
tell(appServer.address().port);

createInterface({ input: process.stdin })
  .on('line', () => {
    const { user, system } = process.cpuUsage();
    tell((user + system) / 1e6);
  })
  .on('close', () => process.exit());
