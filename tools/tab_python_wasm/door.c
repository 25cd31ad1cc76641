// Calls what a capsule holds: the function of the library that makes one of its modules. Python would look for a file of
// its own for each of some two hundred modules, and a browser would compile each.
#include <Python.h>

static PyObject *door_open(PyObject *self, PyObject *capsule)
{
    const char *name = PyCapsule_GetName(capsule);
    if (name == NULL && PyErr_Occurred())
        return NULL;
    void *init = PyCapsule_GetPointer(capsule, name);
    if (init == NULL)
        return NULL;
    return ((PyObject *(*)(void))init)();
}

static PyMethodDef methods[] = {{"open", door_open, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "terrarium_rules_door", NULL, -1, methods};

PyMODINIT_FUNC PyInit_terrarium_rules_door(void)
{
    return PyModule_Create(&definition);
}
