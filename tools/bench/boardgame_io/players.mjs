// node players.mjs PORT MATCHES TURNS: four players at each match; writes a line when all sit, plays on a line.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { game } from './game.mjs';

const require = createRequire(import.meta.url);
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');

console.info = console.log = () => {};
const [port, matches, turns] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;
const tell = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const players = [];
let over = 0;
let playing = false;

function play(player) {
  const state = player.client.getState();
  if (!playing || !state || state.G.turn === player.turn) return;
  player.turn = state.G.turn;
  if (player.turn < turns) player.client.moves.bid(player.turn % 14);
  else if (++over === matches * 4) tell(matches * turns * 4);
}

// A match that is not there yet is made for whoever comes first.
function sit(matchID) {
  for (const playerID of ['0', '1', '2', '3']) {
    const multiplayer = SocketIO({ server: url });
    const client = Client({ game, numPlayers: 4, matchID, playerID, debug: false, multiplayer });
    const player = { client, turn: -1 };
    players.push(player);
    client.start();
    client.subscribe(() => play(player));
  }
}

for (let match = 0; match < matches; match++) sit(`match-${match}`);
const waiting = setInterval(() => {
  if (players.every(({ client }) => client.getState()?.isConnected)) {
    clearInterval(waiting);
    tell(players.length);
  }
}, 50);
createInterface({ input: process.stdin }).on('line', () => {
  playing = true;
  players.forEach(play);
});
