// Unpack the Chromium of @sparticuz/chromium, with the libraries and fonts it needs, into the temporary folder (TMPDIR).
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import chromium, { inflate } from "@sparticuz/chromium";

const packed = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin");
await inflate(join(packed, "al2023.tar.br"));
await chromium.executablePath(packed);
