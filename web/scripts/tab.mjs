// Packs Python for the tab, with the very Python that will run there (Pyodide in Node): the rules, and what they were
// seen to use of the standard library, both as bytecode, so that a browser compiles nothing. Pyodide's own parts are
// packed as they are. `node scripts/tab.mjs FOLDER-OF-SOURCES FOLDER-FOR-FILES
// [LIBRARY]`; the library holds the rules compiled to WebAssembly.
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { loadPyodide } from 'pyodide'

const [sources, made, library] = process.argv.slice(2)
const pyodide = dirname(createRequire(import.meta.url).resolve('pyodide'))

/** Import the rules, the bots and the tables, play some moves of each title, and tell which modules that took. */
const USED = `
import importlib, json, pkgutil, sys
sys.path.insert(0, "/sources")
import terrarium
for module in pkgutil.walk_packages(terrarium.__path__, "terrarium."):
    if not module.name.startswith(("terrarium.workshop.", "terrarium.cartography")):
        importlib.import_module(module.name)
from terrarium.tab.worker import Worker
worker = Worker("packing", 4)
heard = []
for title in worker.house.titles:
    bot = {"kind": "bot", "level": "strong"}
    wish = {"title": title, "seats": [{"kind": "me"}, bot, bot]}
    game = json.loads(worker.request("POST", "/games", json.dumps(wish)).partition(" ")[2])["table"]["id"]
    worker.open(game, "en", 0, heard.append)
    for _ in range(3):
        worker.work()
    for question in ("hint", "events", "record", "why?move=stop", "nothing"):
        worker.request("GET", f"/games/{game}/{question}", "")
    worker.request("GET", f"/titles/{title}/rules", "")
worker.request("GET", "/workshop", "")
draft = {"title": next(iter(worker.house.titles)), "text": "format = 1"}
worker.request("POST", "/workshop/text", json.dumps(draft))
from terrarium.workshop import sample, trial
worker.request("GET", "/lessons", "")
worker.request("GET", "/puzzles", "")
worker.changes()
sorted(sys.modules)
`

/** What Python imports in other moments: errors that are shown, texts that are read, clocks. */
const ALSO = `encodings.idna encodings.cp437 encodings.ascii encodings.latin_1 encodings.utf_8 encodings.utf_8_sig
  encodings.raw_unicode_escape encodings.unicode_escape stringprep traceback linecache tokenize token _strptime calendar
  locale zipfile zipfile._path zipfile._path.glob shutil fnmatch tempfile random bisect importlib.readers
  importlib.simple textwrap string colorsys _colorize warnings _py_warnings`.split(/\s+/)

const PACK = `
import ast, importlib._bootstrap_external as machinery, json, os, sys, zipfile

def brief(source, name):
    """Without the texts that only readers need. A class keeps a dot: dataclasses would write it a text of their own."""
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        told = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if told and ast.get_docstring(node):
            if isinstance(node, ast.ClassDef):
                node.body[0].value.value = "."
            else:
                node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
        # Nobody asks our functions for the types of what they take; the library's are asked.
        if name.startswith("terrarium/") and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
            for taken in ast.walk(node.args):
                if isinstance(taken, ast.arg):
                    taken.annotation = None
    return tree

def code_of(path, name):
    with open(path, "rb") as file:
        source = file.read()
    # Pyodide reads texts of its own modules when it starts.
    told = source if name.startswith(("_pyodide/", "pyodide/")) else brief(source, name)
    code = compile(told, name, "exec", dont_inherit=True, optimize=0)
    return bytes(machinery._code_to_hash_pyc(code, b"terrariu", False))

def made_of(folder, wanted):
    """Everything of a folder, or the modules that are wanted: modules as bytecode, the rest as it is."""
    for place, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(place, file)
            name = os.path.relpath(path, folder)
            module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if wanted and module not in wanted:
                continue
            if name.endswith(".py"):
                yield name + "c", code_of(path, name)
            else:
                with open(path, "rb") as data:
                    yield name, data.read()

def zipped(files, target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in files:
            told = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            told.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(told, data)

def joined(files, target):
    """One file: how long the index is, the index (names and sizes), and everything in its order."""
    index, parts = [], []
    for name, data in files:
        index.append([name, len(data)])
        parts.append(data)
    told = json.dumps(index).encode()
    with open(target, "wb") as out:
        out.write(len(told).to_bytes(4, "big") + told + b"".join(parts))

with zipfile.ZipFile("/library.zip") as library:
    library.extractall("/library")
zipped(made_of("/library", set(used)), "/made/python_stdlib.zip")
# Outlines of maps are for pictures, and pictures are for the notebook: the game draws its own.
def is_picture(file):
    return file[0].startswith("terrarium/maps_outlines/")
files = list(made_of("/sources", set()))
if with_library:
    standard = [name for name in seen if name.partition(".")[0] in sys.stdlib_module_names]
    files.append(("terrarium_used.json", json.dumps(standard).encode()))
joined([file for file in files if not is_picture(file)], "/made/rules")
joined([file for file in files if is_picture(file)], "/made/pictures")
`

/** What some seeded games of each title come to, whatever runs the rules. */
const PLAYED = `
import os, shutil, sys
shutil.copytree("/sources", "/played")  # the library leaves a mark there
if os.path.exists("/library.so"):
    shutil.move("/library.so", "/played")
sys.path.insert(0, "/played")
import terrarium_start
terrarium_start.wake()
import hashlib, terrarium
from terrarium.bots import make
from terrarium.catalog import titles
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
told = hashlib.sha256()
for title in titles():
    state, dealer = terrarium.game(title, players=3).new(), Dealer(11)
    greedy, actions = make("greedy", title, seed=5), 0
    while (seat := state.current_player()) != OVER:
        if seat == CHANCE:
            action = dealer.choose(state)
        elif seat == 0:
            action, thought = greedy.choose(state.blind(0), 0, 60.0)
            told.update(thought.encode())
        else:
            action = dealer.pick(state.legal_actions())
        told.update(f"{state.text(action)} {len(state.legal_actions())};".encode())
        state.apply(action)
        actions += 1
        if actions % 40 == 0:
            told.update(repr(state.view(0)).encode())
    told.update(repr(list(state.scores())).encode())
(terrarium.compiled, told.hexdigest())
`

/** Do the compiled rules play what plain Python plays? */
async function equal() {
  const played = async (file) => {
    const python = await loadPyodide()
    python.FS.mkdir('/sources')
    python.mountNodeFS('/sources', sources)
    if (file) python.FS.writeFile('/library.so', await readFile(file))
    return python.runPython(PLAYED).toJs()
  }
  const [[plain, expected], [compiled, found]] = [await played(), await played(library)]
  if (plain || !compiled) throw new Error('the compiled rules were not opened')
  if (expected !== found) throw new Error('the compiled rules play other games than plain Python')
}

if (library) await equal()
const python = await loadPyodide()
for (const [place, folder] of Object.entries({ '/sources': sources, '/made': made })) {
  python.FS.mkdir(place)
  python.mountNodeFS(place, folder)
}
const seen = python.runPython(USED).toJs()
python.globals.set('seen', python.toPy(seen))
python.globals.set('used', python.toPy([...seen, ...ALSO]))
python.globals.set('with_library', Boolean(library))
python.FS.writeFile('/library.zip', await readFile(join(pyodide, 'python_stdlib.zip')))
python.runPython(PACK)

// Nothing is ever installed at run time: the list of packages is empty.
const lock = JSON.parse(await readFile(join(pyodide, 'pyodide-lock.json'), 'utf8'))
await writeFile(join(made, 'lock.json'), JSON.stringify({ info: lock.info, packages: {} }))
await copyFile(join(pyodide, 'pyodide.mjs'), join(made, 'pyodide.mjs'))
const packed = async (file) =>
  writeFile(join(made, `${basename(file)}.bin`), gzipSync(await readFile(file), { level: 9 }))
await packed(join(pyodide, 'pyodide.asm.wasm'))
await packed(join(pyodide, 'pyodide.asm.mjs'))
for (const name of ['rules', 'pictures']) {
  await packed(join(made, name))
  await rm(join(made, name))
}
if (library) await writeFile(join(made, 'library.bin'), gzipSync(await readFile(library), { level: 9 }))
